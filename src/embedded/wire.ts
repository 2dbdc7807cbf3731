/**
 * The MongoDB wire protocol: OP_MSG, and OP_QUERY for the first hello.
 *
 * A message is `length, request id, response to, operation` (little-endian int32 each) and a body.
 * The length is judged as soon as its four bytes are there: what is not a possible message ends the
 * connection before anything is kept for it. Bytes are kept as they come, and put together once, when
 * the message is complete. The messages of one connection are answered one after the other, and a
 * client that does not read its answers is not read from either.
 */
import type { Socket } from 'node:net';
import {
  type Doc,
  Double,
  decode,
  docOf,
  documentLength,
  type Encodable,
  encode,
  isDoc,
} from './bson.js';
import type { Reply } from './call.js';
import { hello, messageBytesMax } from './commands.js';
import { CommandError } from './errors.js';

const opcode = { reply: 1, query: 2004, message: 2013 } as const;
const headerBytes = 16;
const flag = { checksum: 1, moreToCome: 2, required: 0xffff } as const;

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
      if (answer && !socket.write(answer)) await drained(socket);
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

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

/** @throws CommandError for a message that cannot be answered at all: the connection is ended */
async function respond(message: Buffer, execute: Execute): Promise<Buffer | null> {
  const requestId = message.readInt32LE(4);
  const operation = message.readInt32LE(12);
  if (operation === opcode.query) return framed(requestId, opcode.reply, legacyReply(message));
  if (operation !== opcode.message) throw malformed(`operation ${operation}`);
  const flags = message.readUInt32LE(headerBytes);
  const reply = await Promise.resolve()
    .then(() => execute(parseMessage(message, flags)))
    .catch(errorReply);
  if (flags & flag.moreToCome) return null;
  return framed(requestId, opcode.message, Buffer.concat([Buffer.alloc(5), encode(reply)]));
}

function errorReply(error: Error): Reply {
  const { code, codeName, message, extra } =
    error instanceof CommandError ? error : new CommandError(1, `internal error: ${error.message}`);
  const reply = docOf<Encodable>({ ok: new Double(0), errmsg: message, code, codeName });
  for (const [name, value] of extra as ReadonlyMap<string, Encodable>) reply.set(name, value);
  return reply;
}

/** The command of an OP_MSG: its one body document and its document sequences. */
function parseMessage(message: Buffer, flags: number): Doc {
  if (flags & flag.required & ~(flag.checksum | flag.moreToCome)) throw malformed(`flags ${flags}`);
  const bytes = message.subarray(0, message.length - (flags & flag.checksum ? 4 : 0));
  let command: Doc | null = null;
  const sequences: [string, Doc[]][] = [];
  for (let at = headerBytes + 4; at < bytes.length; ) {
    const kind = bytes[at]!;
    if (kind > 1) throw malformed(`section kind ${kind}`);
    const length = documentLength(bytes, at + 1);
    const section = bytes.subarray(at + 1, at + 1 + length);
    if (kind === 1) sequences.push(parseSequence(section));
    else if (command) throw malformed('two bodies');
    else command = decode(section);
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

/** The body of an OP_REPLY: OP_QUERY is answered for the hello alone, all else comes as OP_MSG. */
function legacyReply(message: Buffer): Buffer {
  const at = message.indexOf(0, headerBytes + 4) + 9;
  const command = decode(message.subarray(at, at + documentLength(message, at)));
  const inner = command.get('$query');
  const [name = ''] = (isDoc(inner) ? inner : command).keys();
  const known = name === 'hello' || name.toLowerCase() === 'ismaster';
  const refusal = new CommandError(
    352,
    `Unsupported OP_QUERY command: ${name}. The client driver may require an upgrade.`,
  );
  const fixed = Buffer.alloc(20);
  fixed.writeInt32LE(8, 0);
  fixed.writeInt32LE(1, 16);
  return Buffer.concat([
    fixed,
    encode(known ? hello(Date.now()).set('ok', new Double(1)) : errorReply(refusal)),
  ]);
}

function framed(responseTo: number, operation: number, body: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeInt32LE(headerBytes + body.length, 0);
  header.writeInt32LE(responseTo, 8);
  header.writeInt32LE(operation, 12);
  return Buffer.concat([header, body]);
}
