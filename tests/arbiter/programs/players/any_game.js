// quintain-json in JavaScript: plays the first of the legal actions, in any game, and reports where it is asked to.
const lines = require("node:readline").createInterface({ input: process.stdin });

const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    send({ type: "ready", protocol: 1, name: "any game", version: "1", reports: message.talk !== "none", keep: true });
  } else if (message.type === "turn") {
    const action = message.legal[0];
    send({ type: "act", number: message.number, action, reason: `${message.legal.length} choices` });
  } else if (message.type === "report") {
    send({ type: "act", number: message.number, say: "nothing to report" });
  } else if (message.type === "end") {
    console.error(`ended ${message.outcome.ending}`);
  }
});
