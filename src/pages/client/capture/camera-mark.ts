/**
 * Some phones close the page to make room while their camera is open, and the photo is lost. A mark is left
 * before, and removed when the page lives to see the camera close; a page that finds it offers another way.
 */
const name = 'capture-camera-open';

/** Storage that a browser may refuse. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

export const clearCameraMark = () => attempt(() => localStorage.removeItem(name));

export function leaveCameraMark(jobId: string): void {
  attempt(() => localStorage.setItem(name, jobId));
  const back = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', back);
    clearCameraMark();
  };
  document.addEventListener('visibilitychange', back);
}

/** Whether the phone closed this job's page while its camera was open. */
export function takeCameraMark(jobId: string): boolean {
  const found = attempt(() => localStorage.getItem(name)) === jobId;
  if (found) clearCameraMark();
  return found;
}
