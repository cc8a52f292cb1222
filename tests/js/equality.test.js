// The command line and the API in Node answer random queries with the same bytes; equality.long.test.js has more of them.

import { testEqualAnswers } from "./support/equal-answers.js";
import { FEW } from "./support/equality.js";

testEqualAnswers(FEW);
