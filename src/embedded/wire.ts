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
import { hello, messageBytesMax, type Reply } from './commands.js';
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
  let busy: Promise<void> | null = null;

  const takeMessage = (): Buffer | null => {
    if (held < wanted) return null;
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, held);
    chunks = [all];
    wanted = all.readInt32LE();
    if (wanted < headerBytes + 5 || wanted > messageBytesMax)
      throw new CommandError(9, `message length ${wanted}`);
    if (held < wanted) return null;
    const message = all.subarray(0, wanted);
    chunks = held > wanted ? [all.subarray(wanted)] : [];
    held -= wanted;
    wanted = 4;
    return message;
  };

  const work = async (): Promise<void> => {
    for (let message = takeMessage(); message; message = takeMessage()) {
      const answer = await respond(message, execute);
      if (answer && !socket.write(answer)) await drained(socket);
    }
  };

  socket.on('data', (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    if (busy || held < wanted) return;
    socket.pause();
    busy = work().then(
      () => {
        busy = null;
        socket.resume();
      },
      () => {
        socket.destroy();
      },
    );
  });
  socket.on('error', () => socket.destroy());
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', () => resolve());
  });
}

/** @throws CommandError for a message that cannot be answered at all: the connection is ended */
async function respond(message: Buffer, execute: Execute): Promise<Buffer | null> {
  const requestId = message.readInt32LE(4);
  const operation = message.readInt32LE(12);
  if (operation === opcode.query) return legacyReply(requestId, parseQuery(message));
  if (operation !== opcode.message) throw new CommandError(9, `operation ${operation}`);
  const flags = message.readUInt32LE(headerBytes);
  let reply: Reply;
  try {
    reply = await execute(parseMessage(message, flags));
  } catch (error) {
    reply = errorReply(error as Error);
  }
  return flags & flag.moreToCome ? null : messageReply(requestId, encode(reply));
}

function errorReply(error: Error): Reply {
  const known =
    error instanceof CommandError ? error : new CommandError(1, `internal error: ${error.message}`);
  const reply = docOf<Encodable>({
    ok: new Double(0),
    errmsg: known.message,
    code: known.code,
    codeName: known.codeName,
  });
  for (const [name, value] of known.extra as Map<string, Encodable>) reply.set(name, value);
  return reply;
}

/** The command of an OP_MSG: its one body document and its document sequences. */
function parseMessage(message: Buffer, flags: number): Doc {
  if (flags & flag.required & ~(flag.checksum | flag.moreToCome))
    throw new CommandError(9, `OP_MSG flags ${flags}`);
  const end = message.length - (flags & flag.checksum ? 4 : 0);
  const bytes = message.subarray(0, end);
  let command: Doc | null = null;
  const sequences: [string, Doc[]][] = [];
  for (let at = headerBytes + 4; at < end; ) {
    const kind = bytes[at++];
    if (kind === 0) {
      const length = documentLength(bytes, at);
      if (command) throw new CommandError(9, 'OP_MSG has two bodies');
      command = decode(bytes.subarray(at, at + length));
      at += length;
    } else if (kind === 1) {
      const length = at + 4 <= end ? bytes.readInt32LE(at) : 0;
      if (length < 5 || at + length > end) throw new CommandError(9, 'OP_MSG section length');
      sequences.push(parseSequence(bytes.subarray(at + 4, at + length)));
      at += length;
    } else {
      throw new CommandError(9, `OP_MSG section kind ${kind}`);
    }
  }
  if (!command) throw new CommandError(9, 'OP_MSG has no body');
  for (const [name, documents] of sequences) {
    if (command.has(name)) throw new CommandError(9, `OP_MSG gives '${name}' twice`);
    command.set(name, documents);
  }
  return command;
}

function parseSequence(bytes: Buffer): [string, Doc[]] {
  const nameEnd = bytes.indexOf(0);
  if (nameEnd < 0) throw new CommandError(9, 'OP_MSG section name');
  const documents: Doc[] = [];
  for (let at = nameEnd + 1; at < bytes.length; ) {
    const length = documentLength(bytes, at);
    documents.push(decode(bytes.subarray(at, at + length)));
    at += length;
  }
  return [bytes.toString('utf8', 0, nameEnd), documents];
}

/** OP_QUERY is answered for the hello alone: everything else comes as OP_MSG. */
function parseQuery(message: Buffer): Reply {
  const nameEnd = message.indexOf(0, headerBytes + 4);
  const at = nameEnd + 9;
  if (nameEnd < 0) throw new CommandError(9, 'OP_QUERY name');
  const length = documentLength(message, at);
  const command = decode(message.subarray(at, at + length));
  const inner = command.get('$query');
  const [name] = (isDoc(inner) ? inner : command).keys();
  if (name !== 'hello' && name?.toLowerCase() !== 'ismaster') {
    return errorReply(
      new CommandError(
        352,
        `Unsupported OP_QUERY command: ${name}. The client driver may require an upgrade.`,
      ),
    );
  }
  return hello(Date.now()).set('ok', new Double(1));
}

function header(length: number, responseTo: number, operation: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(operation, 12);
  return bytes;
}

function messageReply(requestId: number, document: Buffer): Buffer {
  const length = headerBytes + 5 + document.length;
  return Buffer.concat(
    [header(length, requestId, opcode.message), Buffer.alloc(5), document],
    length,
  );
}

function legacyReply(requestId: number, reply: Reply): Buffer {
  const document = encode(reply);
  const fixed = Buffer.alloc(20);
  fixed.writeInt32LE(8, 0);
  fixed.writeInt32LE(1, 16);
  const length = headerBytes + fixed.length + document.length;
  return Buffer.concat([header(length, requestId, opcode.reply), fixed, document], length);
}
