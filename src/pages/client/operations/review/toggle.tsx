/** @jsxImportSource preact */

interface ToggleProps {
  pressed: boolean;
  /** The key that presses the button; null while shortcuts are off. */
  shortcut: string | null;
  onPress: () => void;
  children: string;
}

/** One of several choices. */
export function Toggle({ pressed, shortcut, onPress, children }: ToggleProps) {
  return (
    <button
      type="button"
      class="button toggle"
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut ?? undefined}
      onClick={onPress}
    >
      {children}
      {shortcut && (
        <span class="hint-key" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </button>
  );
}
