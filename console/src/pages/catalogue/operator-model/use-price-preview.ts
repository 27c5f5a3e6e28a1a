import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PreviewPriceRequest } from '@tollgate/contract/catalogue/operator-models';
import { useEffect, useState } from 'react';
import { previewPrice } from '../operator-catalogue.ts';

/** Pause in typing after which the preview is asked for. */
const pauseMs = 300;

/** What a price would do, as the service reckons it; asked again whenever the form rests. @param request null while it is incomplete. */
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
