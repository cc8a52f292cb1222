// The page "Learn": lessons, a laboratory of attacks, and the figures of the papers.

import { start } from "./learn.jsx";

start();
