/** help: on a verb or on a topic. */
import { nearestName } from "../../model/nearest.ts";
import { problem } from "../../model/problem.ts";
import { tooMany, type Command } from "../command.ts";
import { ExitCode } from "../exit-code.ts";
import { fail } from "../fail.ts";
import { overview, verbHelp } from "../help.ts";
import { errorsTopic, exitCodesTopic } from "../table-topics.ts";
import { isTopic, topicNames, topics, type TopicName } from "../topics.ts";
import { isVerb, verbs } from "../verbs.ts";

export const helpCommand: Command = async ({ verb, operands, io }) => {
  const surplus = tooMany(verb, operands, 1);
  if (surplus) return fail(io, surplus, { json: false });
  const word = operands[0]?.text;
  const page = word === undefined ? overview() : pageOn(word);
  if (page !== undefined) {
    io.stdout.write(page);
    return ExitCode.success;
  }
  const near = nearestName(word!, [...topicNames, ...Object.keys(verbs)]);
  const suggestion = near ? `Did you mean ${near}?` : `The topics are ${topicNames.join(", ")}.`;
  return fail(io, problem("invalid_request", `there is no help on "${word}"`, { suggestion }), { json: false });
};

/** Some words name a verb and a topic; the topic says more, and `swath VERB --help` shows the other. */
function pageOn(word: string): string | undefined {
  if (isTopic(word)) return topicPage(word);
  return isVerb(word) ? verbHelp(word) : undefined;
}

export function topicPage(topic: TopicName): string {
  if (topic === "errors") return errorsTopic();
  return topic === "exit-codes" ? exitCodesTopic() : topics[topic];
}
