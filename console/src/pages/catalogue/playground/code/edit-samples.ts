import type { CodeSample } from '../../../../ui/code-sample.ts';

type Fields = Readonly<Record<string, string | number>>;

function curl(base: string, fields: Fields, files: readonly string[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parts = [
    ...Object.entries(fields).map(([name, value]) => `-F ${quoted(`${name}=${String(value)}`)}`),
    ...files.map((file) => `-F ${quoted(`${files.length === 1 ? 'image' : 'image[]'}=@${file}`)}`),
  ];
  return `curl ${base}/images/edits \\
  -H "Authorization: Bearer $TOLLGATE_KEY" \\
${parts.map((part) => `  ${part}`).join(' \\\n')}`;
}

function python(base: string, fields: Fields, files: readonly string[]): string {
  const opened = files.map((file) => `open(${JSON.stringify(file)}, "rb")`);
  const image = opened.length === 1 ? (opened[0] ?? '') : `[${opened.join(', ')}]`;
  return `import os
from openai import OpenAI

client = OpenAI(base_url="${base}", api_key=os.environ["TOLLGATE_KEY"])
answer = client.images.edit(
    image=${image},
${Object.entries(fields)
  .map(([name, value]) => `    ${name}=${JSON.stringify(value)},\n`)
  .join('')})
print(len(answer.data), "images")`;
}

function node(base: string, fields: Fields, files: readonly string[]): string {
  const opened = files.map((file) => `fs.createReadStream(${JSON.stringify(file)})`);
  return `import fs from 'node:fs';
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${base}', apiKey: process.env.TOLLGATE_KEY });
const answer = await client.images.edit({
  image: ${opened.length === 1 ? (opened[0] ?? '') : `[${opened.join(', ')}]`},
${Object.entries(fields)
  .map(([name, value]) => `  ${name}: ${JSON.stringify(value)},\n`)
  .join('')}});
console.log(answer.data.length, 'images');`;
}

function go(base: string, fields: Fields, files: readonly string[]): string {
  const written = Object.entries(fields).map(
    ([name, value]) => `\tform.WriteField("${name}", ${JSON.stringify(String(value))})\n`,
  );
  return `package main

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
)

func main() {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
${written.join('')}	for _, name := range []string{${files.map((file) => JSON.stringify(file)).join(', ')}} {
		image, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", fmt.Sprintf("form-data; name=%q; filename=%q", "image[]", filepath.Base(name)))
		header.Set("Content-Type", http.DetectContentType(image))
		part, err := form.CreatePart(header)
		if err != nil {
			panic(err)
		}
		part.Write(image)
	}
	form.Close()
	request, err := http.NewRequest("POST", "${base}/images/edits", &body)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("TOLLGATE_KEY"))
	request.Header.Set("Content-Type", form.FormDataContentType())
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	io.Copy(os.Stdout, answer.Body)
}`;
}

/** A request with files, in four languages. */
export function editSamples(base: string, fields: Fields, files: readonly string[]): readonly CodeSample[] {
  return [
    { name: 'curl', code: curl(base, fields, files) },
    { name: 'Python', code: python(base, fields, files) },
    { name: 'Node.js', code: node(base, fields, files) },
    { name: 'Go', code: go(base, fields, files) },
  ];
}
