import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/http/query-client.ts';
import { startLanguage } from './i18n/language.ts';
import { router } from './routes.tsx';
import { startTheme } from './theme/theme-mode.ts';
import './theme/tokens.css';
import './ui/base.css';
import { Toasts } from './ui/states/toast.tsx';

startTheme();
await startLanguage();

const place = document.getElementById('app');
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
