// The command line and the API in Node give the same bytes for many random queries.

import { testEqualAnswers } from "./support/equal-answers.js";
import { MANY } from "./support/equality.js";

testEqualAnswers(MANY);
