import { useEffect, useState } from 'react';

/** After a finger is lifted, the browser sends the click with a short delay. */
const CLICK_MS = 50;

/**
 * The value, but not while a mouse button or a finger is pressed: until the click, it is the value from before the press. A
 * list that changed in between would move or remove what is pressed, and the press would be lost.
 */
export function useSteady<Value>(value: Value): Value {
  const isPressed = useIsPressed();
  const [shown, setShown] = useState(value);
  if (!isPressed && shown !== value) setShown(value);
  return isPressed ? shown : value;
}

/** Events that end a press. A browser may send no `pointerup` after it has opened its menu. */
const ENDS = ['pointerup', 'pointercancel', 'contextmenu'] as const;

function useIsPressed(): boolean {
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const press = ({ button }: PointerEvent) => {
      if (button !== 0) return;
      clearTimeout(timer);
      setIsPressed(true);
    };
    const release = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIsPressed(false), CLICK_MS);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    addEventListener('pointerdown', press, options);
    for (const end of ENDS) addEventListener(end, release, options);
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);
  return isPressed;
}
