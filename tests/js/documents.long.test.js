// All audits in the documents have the documented results.

import { testLongDocuments } from "./support/run-documents.js";

testLongDocuments();
