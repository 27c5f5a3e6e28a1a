import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/errors/error-state.tsx';
import { defineTexts, useTexts } from '../i18n/texts.ts';

const texts = defineTexts({ zh: { failed: '这一页没能显示。' }, en: { failed: 'This page could not be shown.' } });

/** In place of a page that failed; the frame around it lives on. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const t = useTexts(texts);
  const queries = useQueryErrorResetBoundary();
  return (
    <ErrorState
      what={t.failed}
      error={error}
      onRetry={() => {
        queries.reset();
        reset();
      }}
    />
  );
}
