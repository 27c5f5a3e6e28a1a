import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/errors/error-state.tsx';
import { defineTexts, useTexts } from '../i18n/texts.ts';

const texts = defineTexts({ zh: { failed: '页面加载失败。' }, en: { failed: 'Could not load this page.' } });

/** Replaces a page that failed; the frame around it continues to work. */
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
