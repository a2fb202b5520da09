import { isObject, WrongReply } from './json.js';
import { fill, type Operation } from './operation.js';
import type { Row } from './row.js';
import { between, is, object } from './shape.js';
import { Stage } from './stage.js';
import type { Trial } from './trial.js';

/** A row that calls an operation without its permission, then with it, while an observer listens. */
export function operationRow(operation: Operation): Row {
  return { line: operation.line, check: (trial) => tryOperation(trial, operation) };
}

async function tryOperation(trial: Trial, operation: Operation): Promise<void> {
  const stage = await Stage.make(trial);
  for (const request of operation.before ?? []) await stage.arrange(request);
  const { permission } = operation;
  if (permission !== undefined) {
    const denied = await trial.rest(stage.fill(operation.request, stage.caller.token));
    trial.expect(
      { status: denied.status, body: denied.body ?? null },
      isDenied,
      `reply without ${permission}`,
    );
    await stage.grant(permission);
  }
  const asCaller = permission !== undefined || operation.by === 'member';
  const from = await stage.barrier();
  const reply = await trial.rest(stage.fill(operation.request, asCaller ? stage.caller.token : stage.owner));
  trial.expect(
    reply.status,
    operation.status === undefined ? between(200, 201) : is(operation.status),
    'status',
  );
  if (operation.reply === undefined && isObject(reply.body)) throw new WrongReply('the reply has a body');
  if (operation.reply !== undefined) trial.expect(reply.body, operation.reply(stage.ids));
  await checkEvents(trial, stage, operation, from);
  for (const { path, reply: shape } of operation.reads ?? []) {
    const read = await trial.world.rest({ method: 'GET', path: fill(path, stage.ids), as: stage.owner });
    trial.expect(read.body, shape(stage.ids), path);
  }
}

const isDenied = object({ status: is(403), body: object({ code: is(50013) }) });

async function checkEvents(trial: Trial, stage: Stage, operation: Operation, from: number): Promise<void> {
  if (operation.fires.includes('GUILD_DELETE')) {
    await trial.seenOnGateway(trial.world.gateway, 'GUILD_DELETE', from);
    return;
  }
  const heard = await stage.heard(from);
  trial.events.push(...heard);
  const [seen, stated] = [heard.toSorted(byText).join(', '), operation.fires.toSorted(byText).join(', ')];
  if (seen !== stated) throw new WrongReply(`events: ${stated || 'none'} expected, ${seen || 'none'} came`);
}

function byText(a: string, b: string): number {
  return a.localeCompare(b);
}
