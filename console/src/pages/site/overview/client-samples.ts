import type { CodeSample } from '../../../ui/code-sample.ts';

/** The changes in existing code: base URL and key. */
export function clientSamples(base: string): readonly CodeSample[] {
  return [
    {
      name: 'Python',
      code: `client = OpenAI(
    base_url="${base}",
    api_key=os.environ["TOLLGATE_KEY"],
)`,
    },
    {
      name: 'Node.js',
      code: `const client = new OpenAI({
  baseURL: '${base}',
  apiKey: process.env.TOLLGATE_KEY,
});`,
    },
    {
      name: 'Go',
      code: `client := openai.NewClient(
	option.WithBaseURL("${base}"),
	option.WithAPIKey(os.Getenv("TOLLGATE_KEY")),
)`,
    },
  ];
}
