// The line to the arena: one JSON object a line, both ways. You need not change anything here.
import { createInterface } from "node:readline";

/** Answer every turn with what decide(turn) returns: [an action or a list of actions, a reason], or one action. */
export async function play(decide) {
  let hello;
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === "hello") {
      hello = message; // the options, everybody's team and role, our seat, the time control
      send({ type: "ready", protocol: 1 });
    } else if (message.type === "turn") {
      const answer = decide({ ...message, hello });
      const [action, reason] = Array.isArray(answer) ? answer : [answer];
      send({ type: "act", number: message.number, actions: [action].flat(), reason });
    } else if (message.type === "error") {
      console.error(message.why); // you find it in the bot's log
    } else if (message.type === "end") {
      break;
    }
  }
}

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
