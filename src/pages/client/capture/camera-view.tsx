/** @jsxImportSource preact */
/// <reference lib="dom" />
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CaptureActions } from './controller.js';
import { t } from './text.js';

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 4096 }, height: { ideal: 3072 } },
};

/** Returns the current frame of a video in full size. */
function pictureOf(video: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) =>
    canvas.toBlob(
      (blob) => resolve(blob && new File([blob], 'photo.jpg', { type: 'image/jpeg' })),
      'image/jpeg',
      0.92,
    ),
  );
}

export type Finder = RefObject<HTMLVideoElement | null>;

/** Takes a picture of the current view; does nothing before the first frame. */
export async function takePicture({ current }: Finder, actions: CaptureActions): Promise<void> {
  if (!current?.videoWidth) return;
  const file = await pictureOf(current);
  if (file) await actions.picture(file);
}

/** The camera inside the page, for phones that close the page while their own camera is open. */
export function Camera({ video, actions }: { video: Finder; actions: CaptureActions }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let closed = false;
    const stop = () => {
      closed = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const open = async () => {
      stream = await navigator.mediaDevices.getUserMedia(wanted);
      if (closed) return stop();
      // The phone revoked the camera: a picture taken now would show an old frame.
      for (const track of stream.getTracks()) {
        track.onended = () => actions.closeCamera(t('capture.photo.camera_stopped'));
      }
      if (video.current) video.current.srcObject = stream;
    };
    open().catch(({ name }) => {
      const isDenied = name === 'NotAllowedError';
      actions.closeCamera(
        t(isDenied ? 'capture.photo.camera_denied' : 'capture.photo.camera_missing'),
      );
    });
    return stop;
  }, [video, actions]);
  return (
    <div class="finder">
      <video
        ref={video}
        aria-label={t('capture.photo.camera_view')}
        onLoadedData={() => setShown(true)}
        autoplay
        muted
        playsInline
      />
      <p role="status">{!isShown && t('capture.photo.camera_waits')}</p>
    </div>
  );
}
