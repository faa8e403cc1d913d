// Runs the referee beside the page: reads the tables and searches, while the page stays responsive.
import init, * as client from "./{{referee_client.js}}";

let referee;

const report = (phase, share) => postMessage({ kind: "progress", phase, share });

function judge({ kind, poses, shots, metaName, meta, rules }) {
  const html =
    kind === "example"
      ? referee.example(rules, report)
      : referee.judge(poses, shots, metaName, meta, rules, report);
  postMessage({ kind: "answer", html });
}

onmessage = async ({ data }) => {
  try {
    if (data.kind === "start") {
      await init({ module_or_path: data.program });
      referee = new client.Referee();
      postMessage({ kind: "ready" });
    } else if (data.kind === "verdicts") {
      postMessage({ kind: "verdicts", csv: referee.verdicts() });
    } else {
      judge(data);
    }
  } catch (error) {
    postMessage({ kind: "error", text: error.message ?? String(error) });
  }
};
