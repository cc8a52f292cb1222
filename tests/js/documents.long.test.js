// All audits in the documents end as the documents say.

import { testLongDocuments } from "./support/run-documents.js";

testLongDocuments();
