import {
  incomplete,
  type MediaContent,
  overBounds,
  tooBig,
  undecodable,
  unsupported,
} from './media-content.js';
import type { LibHeifFunctions } from './open-libheif.js';

/** The brightness of a decoded picture, one byte a pixel, without padding. */
export interface GreyPlane {
  data: Buffer;
  width: number;
  height: number;
}

export interface DecodedHeic {
  content: MediaContent;
  /** Null for a picture that does not count, or that has no brightness channel. */
  grey: GreyPlane | null;
}

/** Of heif_channel and heif_colorspace in libheif's heif.h. */
const [channelY, channelG, undefinedColours] = [0, 4, 99];
/** Of heif_error_code. */
const errors = { invalid: 2, unsupportedType: 3, unsupportedFeature: 4, memory: 6, codec: 7 };

/** An error of the decoder that says nothing about the file. */
export class DecoderFailure extends Error {}

const none = (content: MediaContent): DecodedHeic => ({ content, grey: null });

/** Returns whether a box at the top of the file (ISO/IEC 14496-12) ends behind the end of the file. */
function isCutOff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short;
    // A box of size 0 extends to the end of the file.
    if (size === 0) return false;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + size > bytes.length) return type === 'mdat' || type === 'meta';
    at += Math.max(size, 8);
  }
  return false;
}

/**
 * Decodes the primary picture of a HEIC in its own colours; only its brightness is copied. The C API is
 * used because the JavaScript functions of libheif-js keep a view of memory that has grown, and
 * because only the C API reports tiles that could not be decoded.
 *
 * @param onSize receives the number of pixels before they are decoded
 * @throws DecoderFailure, and what WebAssembly throws; both say nothing about the file
 */
export function decodeHeic(
  lib: LibHeifFunctions,
  bytes: Uint8Array,
  onSize: (pixels: number) => void,
): DecodedHeic {
  if (isCutOff(bytes)) return none(incomplete);
  const context = lib._heif_context_alloc();
  const input = lib._malloc(bytes.length);
  /** Room for one heif_error (12 bytes) and one pointer. */
  const room = lib._malloc(16);
  if (!context || !input || !room) throw new DecoderFailure('no memory');
  lib.HEAPU8.set(bytes, input);
  const [error, result] = [room, room + 12];
  lib.HEAP32[result >> 2] = 0;
  let handle = 0;
  let image = 0;
  const rejection = (): MediaContent | null => {
    const code = lib.HEAP32[error >> 2];
    if (code === 0) return null;
    if (code === errors.invalid || code === errors.codec) return undecodable;
    if (code === errors.unsupportedType || code === errors.unsupportedFeature) return unsupported;
    if (code === errors.memory) return tooBig;
    throw new DecoderFailure(`libheif error ${code}`);
  };
  try {
    lib._heif_context_read_from_memory_without_copy(error, context, input, bytes.length, 0);
    const unreadable = rejection();
    if (unreadable) return none(unreadable);
    const parts = lib._heif_context_get_number_of_top_level_images(context);
    lib._heif_context_get_primary_image_handle(error, context, result);
    const noPicture = rejection();
    if (noPicture) return none(noPicture);
    handle = lib.HEAP32[result >> 2]!;
    const width = lib._heif_image_handle_get_width(handle);
    const height = lib._heif_image_handle_get_height(handle);
    const over = overBounds('image/heic', { width, height, parts, unit: 'pictures' });
    if (over) return none(over);
    onSize(width * height);
    lib.HEAP32[result >> 2] = 0;
    lib._heif_decode_image(error, handle, result, undefinedColours, undefinedColours, 0);
    const damage = rejection();
    if (damage) return none(damage);
    image = lib.HEAP32[result >> 2]!;
    // A tile that is missing or damaged is left empty, with a warning.
    if (lib._heif_image_get_decoding_warnings(image, 0, 0, 0) > 0) return none(incomplete);
    const content = { outcome: 'picture', width, height } as const;
    return { content, grey: greyOf(lib, image, result) };
  } finally {
    if (image) lib._heif_image_release(image);
    if (handle) lib._heif_image_handle_release(handle);
    lib._heif_context_free(context);
    lib._free(input);
    lib._free(room);
  }
}

/** Copies the brightness, or the green of a picture in RGB, whose samples may have more than 8 bits. */
function greyOf(lib: LibHeifFunctions, image: number, strideAt: number): GreyPlane | null {
  for (const channel of [channelY, channelG]) {
    const plane = lib._heif_image_get_plane_readonly(image, channel, strideAt);
    if (!plane) continue;
    const stride = lib.HEAP32[strideAt >> 2]!;
    const width = lib._heif_image_get_width(image, channel);
    const height = lib._heif_image_get_height(image, channel);
    const bits = lib._heif_image_get_bits_per_pixel_range(image, channel);
    const data = Buffer.alloc(width * height);
    const heap = lib.HEAPU8;
    for (let y = 0; y < height; y++) {
      const row = plane + y * stride;
      if (bits <= 8) data.set(heap.subarray(row, row + width), y * width);
      else {
        for (let x = 0; x < width; x++) {
          const at = row + 2 * x;
          data[y * width + x] = (heap[at]! | (heap[at + 1]! << 8)) >> (bits - 8);
        }
      }
    }
    return { data, width, height };
  }
  return null;
}
