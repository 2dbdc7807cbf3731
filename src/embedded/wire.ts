/**
 * The MongoDB wire protocol: OP_MSG, and OP_QUERY for the first hello.
 *
 * A message is `length, request id, response to, operation` (little-endian int32 each) and a body. The length is
 * checked as soon as its four bytes have arrived: an impossible message ends the connection before anything is buffered
 * for it. Chunks are buffered as they arrive and concatenated once, when the message is complete. The messages of a
 * connection are answered sequentially, and a client that does not read its replies is not read from either.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type Doc, Double, decode, documentBytesMax, documentLength, encode } from './bson.js';
import { CommandError, check } from './errors.js';
import { errorReply, type Reply, statementsMax } from './fields.js';

export const messageBytesMax = 48_000_000;
const headerBytes = 16;
const operation = { reply: 1, query: 2004, message: 2013 } as const;
/** Flag of a message whose sender expects no reply. */
const moreToCome = 2;

type Execute = (command: Doc) => Promise<Reply>;

/** Answers the messages of one connection until it ends. */
export async function serve(socket: Socket, execute: Execute): Promise<void> {
  const closed = once(socket, 'close').catch(() => undefined);
  try {
    for await (const message of messages(socket)) {
      const answer = await respond(message, execute);
      if (answer && !socket.write(answer)) await Promise.race([once(socket, 'drain'), closed]);
    }
  } catch {
    socket.destroy();
  }
}

/** @throws CommandError for an impossible message */
async function* messages(socket: Socket): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = 4;
  for await (const chunk of socket) {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, held);
      chunks = [all];
      wanted = all.readInt32LE();
      const isLength = wanted >= headerBytes + 5 && wanted <= messageBytesMax;
      check(isLength, 9, `no message has the length ${wanted}`);
      if (held < wanted) break;
      yield all.subarray(0, wanted);
      chunks = [all.subarray(wanted)];
      held -= wanted;
      wanted = 4;
    }
  }
}

/** @throws CommandError for a message that cannot be answered at all; the connection then ends */
async function respond(message: Buffer, execute: Execute): Promise<Buffer | null> {
  const kind = message.readInt32LE(12);
  const isQuery = kind === operation.query;
  const flags = isQuery ? 0 : message.readUInt32LE(headerBytes);
  const isKnown = (isQuery || kind === operation.message) && !(flags & ~moreToCome & 0xffff);
  check(isKnown, 9, `unknown operation ${kind} or flags ${flags}`);
  const parse = isQuery ? parseHello : parseMessage;
  const answer = await Promise.resolve(message).then(parse).then(execute).catch(failed);
  if (flags & moreToCome) return null;
  const fixed = Buffer.alloc(headerBytes + (isQuery ? 20 : 5));
  message.copy(fixed, 8, 4, 8);
  fixed.writeInt32LE(isQuery ? operation.reply : operation.message, 12);
  if (isQuery) fixed.writeInt32LE(1, headerBytes + 16);
  const framed = Buffer.concat([fixed, encode(answer)]);
  framed.writeInt32LE(framed.length);
  return framed;
}

function failed(cause: Error): Reply {
  const error =
    cause instanceof CommandError ? cause : new CommandError(1, `internal error: ${cause.message}`);
  return errorReply({ ok: new Double(0), codeName: error.codeName }, error);
}

/** Parses the command of an OP_MSG: one body document and its document sequences. */
function parseMessage(message: Buffer): Doc {
  let command: Doc | null = null;
  const sequences = new Map<string, Doc[]>();
  for (let at = headerBytes + 4; at < message.length; ) {
    const kind = message[at]!;
    const end = at + 1 + documentLength(message, at + 1);
    const section = message.subarray(at + 1, end);
    if (kind === 1) {
      const nameEnd = section.indexOf(0, 4);
      check(nameEnd >= 0, 9, 'a section has no name');
      sequences.set(section.toString('utf8', 4, nameEnd), decodeAll(section, nameEnd + 1));
    } else {
      check(kind === 0 && !command && section.length < 2 * documentBytesMax, 9, 'not one body');
      command = decode(section);
    }
    at = end;
  }
  check(command !== null, 9, 'a message without a body');
  for (const [name, documents] of sequences) command.set(name, documents);
  return command;
}

function decodeAll(bytes: Buffer, start: number): Doc[] {
  const documents: Doc[] = [];
  for (let at = start; at < bytes.length; at += documentLength(bytes, at)) {
    documents.push(decode(bytes.subarray(at, at + documentLength(bytes, at))));
    check(documents.length <= statementsMax, 16, `a write of more than ${statementsMax} documents`);
  }
  return documents;
}

/** Parses the command of an OP_QUERY. Only a driver's first hello uses it; all other commands use OP_MSG. */
function parseHello(message: Buffer): Doc {
  const at = message.indexOf(0, headerBytes + 4) + 9;
  const command = decode(message.subarray(at, at + documentLength(message, at)));
  const [[name = '', value = null] = [], ...fields] = command;
  check(/^(hello|ismaster)$/i.test(name), 352, `Unsupported OP_QUERY command: ${name}`);
  return new Map([['hello', value], ...fields, ['$db', 'admin']]);
}
