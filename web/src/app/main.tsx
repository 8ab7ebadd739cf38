import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { stepUp } from '../data/call.ts';
import { followTheme } from '../kit/theme/theme.ts';
import { App } from './app.tsx';
import { reloadOnceForMissingCode } from './reload-once.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

reloadOnceForMissingCode();
stepUp.ask = (refused) =>
  import('../features/factors/step-up-dialog.tsx').then(
    ({ askCheck }) => askCheck(refused),
    () => false,
  );
followTheme();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
