// The command line and the API in Chromium answer random queries with the same bytes; equality.long.test.js has more of them.

import { FEW } from "../js/support/equality.js";
import { testEqualAnswers } from "./equal-answers.js";

testEqualAnswers(FEW);
