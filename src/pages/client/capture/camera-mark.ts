import { deviceStorage } from '../parts/browser-storage.js';

/**
 * Some phones close the page to free memory while their camera is open, and the photo is lost. A mark is set before
 * the camera opens, and removed if the page survives; a page that finds the mark offers another way.
 */
const name = 'capture-camera-open';

export const clearCameraMark = () => deviceStorage.remove(name);

export function leaveCameraMark(jobId: string): void {
  deviceStorage.set(name, jobId);
  const back = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', back);
    clearCameraMark();
  };
  document.addEventListener('visibilitychange', back);
}

/** True if the phone closed this job's page while its camera was open. */
export function takeCameraMark(jobId: string): boolean {
  const found = deviceStorage.get(name) === jobId;
  if (found) clearCameraMark();
  return found;
}
