// The command line and the API in Node give the same bytes for random queries. equality.long.test.js runs more queries.

import { testEqualAnswers } from "./support/equal-answers.js";
import { FEW } from "./support/equality.js";

testEqualAnswers(FEW);
