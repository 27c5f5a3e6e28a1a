/** What a route takes as its body. */
export type Body<Route> = Route extends { requestBody: { content: { 'application/json': infer Content } } } ? Content : never;
