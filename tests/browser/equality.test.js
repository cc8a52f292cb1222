// The command line and the API in Chromium give the same bytes for random queries. equality.long.test.js runs more
// queries.

import { FEW } from "../js/support/equality.js";
import { testEqualAnswers } from "./equal-answers.js";

testEqualAnswers(FEW);
