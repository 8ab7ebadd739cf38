import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followTheme } from './theme/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followTheme();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
