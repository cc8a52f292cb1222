// The command line and the API in Chromium answer many random queries with the same bytes.

import { MANY } from "../js/support/equality.js";
import { testEqualAnswers } from "./equal-answers.js";

testEqualAnswers(MANY);
