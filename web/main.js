// Loads the client and starts it; runs once, after the document is parsed.
import init, { start } from "./client.js";

await init();
start();
