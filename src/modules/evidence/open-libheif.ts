/** The part of libheif-js that is used: its JavaScript classes, and the underlying C functions. */
export interface LibHeif extends LibHeifFunctions {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifPicture[] };
}

/**
 * Functions of libheif's C API (heif.h), as exported by emscripten. Pointers are numbers. Read the HEAP arrays again
 * after each call: they are replaced when memory grows.
 */
export interface LibHeifFunctions {
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _heif_context_alloc(): number;
  _heif_context_free(context: number): void;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    bytes: number,
    length: number,
    options: number,
  ): void;
  _heif_context_get_number_of_top_level_images(context: number): number;
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_release(handle: number): void;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  /** With `room` 0, returns the number of warnings. */
  _heif_image_get_decoding_warnings(
    image: number,
    first: number,
    room: number,
    length: number,
  ): number;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
  _heif_image_release(image: number): void;
}

interface HeifPicture {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Fills `data` with RGBA and passes the picture to the callback, or null if it cannot be decoded. */
  display<T extends { data: Uint8ClampedArray; width: number; height: number }>(
    pixels: T,
    done: (shown: T | null) => void,
  ): void;
}

/** Loads libheif, a single WebAssembly file. */
export async function openLibHeif(): Promise<LibHeif> {
  // @ts-expect-error the package has no types
  const { default: libheif } = (await import('libheif-js/wasm-bundle.js')) as { default: LibHeif };
  return libheif;
}
