// The command line and the API in Chromium give the same bytes for many random queries.

import { MANY } from "../js/support/equality.js";
import { testEqualAnswers } from "./equal-answers.js";

testEqualAnswers(MANY);
