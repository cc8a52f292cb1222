// The command line and the API in Node answer many random queries with the same bytes.

import { testEqualAnswers } from "./support/equal-answers.js";
import { MANY } from "./support/equality.js";

testEqualAnswers(MANY);
