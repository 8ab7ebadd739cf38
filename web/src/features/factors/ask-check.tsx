import type { ErrorBody } from '@sterling/contract/errors.ts';
import { createRoot } from 'react-dom/client';
import { StepUpDialog } from './step-up-dialog.tsx';

/** The check that is open now. Calls that are refused meanwhile wait for the same one. */
let open: Promise<boolean> | null = null;

/** Opens the check if a refused call needs one. True: it was passed, so the call can be repeated. */
export async function askCheck(refused: Response): Promise<boolean> {
  const body = (await refused.json().catch(() => null)) as ErrorBody | null;
  return body?.code === 'step_up_required' && openCheck();
}

/** Opens the check and answers whether it was passed. */
function openCheck(): Promise<boolean> {
  open ??= showDialog().finally(() => {
    open = null;
  });
  return open;
}

const CLOSING_MS = 300;

/** The dialog has a root of its own, because any call of any page can need it. */
function showDialog(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const close = (passed: boolean) => {
      root.render(<StepUpDialog open={false} onClose={close} />);
      setTimeout(() => {
        root.unmount();
        place.remove();
      }, CLOSING_MS);
      resolve(passed);
    };
    root.render(<StepUpDialog open onClose={close} />);
  });
}
