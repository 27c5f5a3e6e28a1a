/** The meaning of an upstream's refusal for the call. */
export interface UpstreamRefusal {
  /**
   * Who or what is at fault.
   * - `client`: the request itself is at fault, and no other route can help.
   * - `upstream`: try another route.
   * - `credentials`: the same, and our key or account there is refused for any request. Nothing that a client can make an upstream say may
   *   lead to this.
   * - `request`: this route cannot process this request, which says nothing about others. Try another route; if none is left, return
   *   `code`.
   * - `model`: the route does not serve this model now; handled in the same way.
   */
  readonly blame: 'client' | 'upstream' | 'credentials' | 'request' | 'model';
  /** Status of the response, or the one that an error inside a response with status 200 implies; 0 if none. */
  readonly status: number;
  readonly code:
    | 'invalid_parameter'
    | 'context_length_exceeded'
    | 'unsupported_operation'
    | 'content_policy_violation'
    | 'body_too_large'
    | 'upstream_unavailable';
  /**
   * The upstream's own message, limited in length; shown only after `clean-message.ts` has cleaned it. `null` if no text is certainly its
   * message.
   */
  readonly words: string | null;
  readonly param: string | null;
}
