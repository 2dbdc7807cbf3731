/**
 * The MongoDB wire protocol: OP_MSG, and OP_QUERY for the first hello.
 *
 * A message is `length, request id, response to, operation` (little-endian int32 each) and a body.
 * The length is judged as soon as its four bytes are there: what is not a possible message ends the
 * connection before anything is kept for it. Bytes are kept as they come, and put together once, when
 * the message is complete. The messages of one connection are answered one after the other, and a
 * client that does not read its answers is not read from either.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type Doc, Double, decode, documentLength, type Encodable, encode } from './bson.js';
import { type Reply, reply } from './call.js';
import { CommandError } from './errors.js';

export const messageBytesMax = 48_000_000;
const headerBytes = 16;
const operation = { reply: 1, query: 2004, message: 2013 } as const;
/** The sender of a message with this flag wants no answer. */
const moreToCome = 2;

export type Execute = (command: Doc) => Promise<Reply>;

/** Answer the messages of one connection until it ends. */
export function serve(socket: Socket, execute: Execute): void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = 4;
  let busy = false;

  const takeMessage = (): Buffer | null => {
    if (held < wanted) return null;
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, held);
    chunks = [all];
    wanted = all.readInt32LE();
    if (wanted < headerBytes + 5 || wanted > messageBytesMax)
      throw malformed(`message length ${wanted}`);
    if (held < wanted) return null;
    const message = all.subarray(0, wanted);
    chunks = [all.subarray(wanted)];
    held -= wanted;
    wanted = 4;
    return message;
  };

  const work = async (): Promise<void> => {
    for (let message = takeMessage(); message; message = takeMessage()) {
      const answer = await respond(message, execute);
      if (answer && !socket.write(answer))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
    busy = false;
    socket.resume();
  };

  socket.on('data', (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    if (busy || held < wanted) return;
    busy = true;
    socket.pause();
    work().catch(() => socket.destroy());
  });
  socket.on('error', () => socket.destroy());
}

function malformed(what: string): CommandError {
  return new CommandError(9, `malformed message: ${what}`);
}

/** @throws CommandError for a message that cannot be answered at all: the connection is ended */
async function respond(message: Buffer, execute: Execute): Promise<Buffer | null> {
  const kind = message.readInt32LE(12);
  if (kind === operation.query) {
    const fixed = Buffer.alloc(20);
    fixed.writeInt32LE(8, 0);
    fixed.writeInt32LE(1, 16);
    const answer = await Promise.resolve()
      .then(() => execute(parseHello(message)))
      .catch(errorReply);
    return framed(message, operation.reply, fixed, encode(answer));
  }
  if (kind !== operation.message) throw malformed(`operation ${kind}`);
  const flags = message.readUInt32LE(headerBytes);
  if (flags & ~moreToCome & 0xffff) throw malformed(`flags ${flags}`);
  const answer = await Promise.resolve()
    .then(() => execute(parseMessage(message)))
    .catch(errorReply);
  return flags & moreToCome
    ? null
    : framed(message, operation.message, Buffer.alloc(5), encode(answer));
}

function errorReply(error: Error): Reply {
  const { code, codeName, message, extra } =
    error instanceof CommandError ? error : new CommandError(1, `internal error: ${error.message}`);
  const answer = reply({ ok: new Double(0), errmsg: message, code, codeName });
  for (const [name, value] of extra as ReadonlyMap<string, Encodable>) answer.set(name, value);
  return answer;
}

/** The command of an OP_MSG: its one body document and its document sequences. */
function parseMessage(message: Buffer): Doc {
  let command: Doc | null = null;
  const sequences: [string, Doc[]][] = [];
  for (let at = headerBytes + 4; at < message.length; ) {
    const kind = message[at]!;
    const length = documentLength(message, at + 1);
    const section = message.subarray(at + 1, at + 1 + length);
    if (kind === 1) sequences.push(parseSequence(section));
    else if (kind === 0 && !command) command = decode(section);
    else throw malformed(`section kind ${kind}`);
    at += 1 + length;
  }
  if (!command) throw malformed('no body');
  for (const [name, documents] of sequences) {
    if (command.has(name)) throw malformed(`'${name}' twice`);
    command.set(name, documents);
  }
  return command;
}

function parseSequence(section: Buffer): [string, Doc[]] {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw malformed('section name');
  const documents: Doc[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const length = documentLength(section, at);
    documents.push(decode(section.subarray(at, at + length)));
    at += length;
  }
  return [section.toString('utf8', 4, nameEnd), documents];
}

/** The command of an OP_QUERY, which is a driver's first hello: all else comes as OP_MSG. */
function parseHello(message: Buffer): Doc {
  const at = message.indexOf(0, headerBytes + 4) + 9;
  const command = decode(message.subarray(at, at + documentLength(message, at)));
  const [name = ''] = command.keys();
  if (!/^(hello|ismaster)$/i.test(name))
    throw new CommandError(352, `Unsupported OP_QUERY command: ${name}`);
  return command.set('$db', 'admin');
}

function framed(request: Buffer, kind: number, ...body: Buffer[]): Buffer {
  const header = Buffer.alloc(headerBytes);
  request.copy(header, 8, 4, 8);
  header.writeInt32LE(kind, 12);
  const message = Buffer.concat([header, ...body]);
  message.writeInt32LE(message.length);
  return message;
}
