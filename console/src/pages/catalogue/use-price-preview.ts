import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PreviewPriceRequest } from '@tollgate/contract/catalogue/operator-models';
import { useEffect, useState } from 'react';
import { previewPrice } from './operator-catalogue.ts';

/** Pause after typing before the preview is requested. */
const pauseMs = 300;

/**
 * The effect of a price, as calculated by the service; requested after each pause in typing. @param request null while it is incomplete.
 */
export function usePricePreview(request: PreviewPriceRequest | null) {
  const text = request === null ? '' : JSON.stringify(request);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  const { data, error } = useQuery({
    queryKey: ['operator', 'price-preview', settled],
    queryFn: ({ signal }) => previewPrice(JSON.parse(settled) as PreviewPriceRequest, signal),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return { preview: text === '' || error !== null ? undefined : data, error: settled === text ? error : null };
}
