import { sentencesOf, type SentencePairs } from './sentence-pairs.ts';

const http: SentencePairs = {
  path_unclear: ['the path has no single meaning', '路径有歧义'],
  get_with_body: ['a GET request must not carry a body', 'GET 请求不能带请求体'],
  no_transfer_encoding: ['HTTP/1.0 knows no Transfer-Encoding', 'HTTP/1.0 不支持 Transfer-Encoding'],
  http_version: ['only HTTP/1.1 and HTTP/1.0 are spoken here', '只支持 HTTP/1.1 和 HTTP/1.0'],
  target_not_path: ['the request target must be a path', '请求目标须为路径'],
  two_hosts: ['the Host header is sent twice', 'Host 头出现了两次'],
  no_host: ['the Host header is missing', '缺少 Host 头'],
  host_invalid: ['the Host header is not a host name', 'Host 头不是主机名'],
};

const json: SentencePairs = {
  json_ends: ['unexpected end', '内容不完整'],
  json_more_follows: ['more text follows after the end of the document', '文档结束后还有内容'],
  json_comment: ['comments are not allowed', '不允许注释'],
  json_single_quotes: ['strings and names need double quotes', '字符串和名称须用双引号'],
  json_no_comma: ['a comma is missing', '缺少逗号'],
  json_string: ['a malformed string', '字符串格式有误'],
  json_comma_at_end: ['a comma before the closing bracket', '右括号前多了逗号'],
  json_nan: ['NaN and Infinity are not JSON numbers', 'NaN 和 Infinity 不是 JSON 数'],
  json_character: ['an unexpected character', '出现意外的字符'],
  json_name_too_long: ['a name is too long', '名称过长'],
  json_control_character: ['a control character inside a string is not escaped', '字符串中的控制字符没有转义'],
  json_escape: ['a malformed escape', '转义格式有误'],
  json_open_string: ['the body ends inside a string', '请求体在字符串中间结束'],
};

const form: SentencePairs = {
  form_part_headers: ['the headers of a part are invalid', '某一部分的头无效'],
  form_header_twice: ['a part has the header {header} twice', '某一部分的 {header} 头出现了两次'],
  form_disposition: ['the Content-Disposition of a part is invalid', '某一部分的 Content-Disposition 无效'],
  form_part_name: ['the name of a part is missing or is not a field name', '某一部分缺少字段名，或字段名无效'],
  form_coded: [
    'the part "{part}" has a Content-Transfer-Encoding, which is not supported',
    '“{part}”部分带有 Content-Transfer-Encoding，不支持',
  ],
  form_nested: ['the part "{part}" is a nested form', '“{part}”部分是嵌套的表单'],
  form_boundaries: ['its Content-Type is invalid or has two boundaries', 'Content-Type 无效，或有两个 boundary'],
  form_boundary: ['the boundary in its Content-Type is invalid', 'Content-Type 中的 boundary 无效'],
  form_no_boundary: ['its Content-Type has no boundary', 'Content-Type 没有 boundary'],
  form_start: ['it does not start with the boundary in its Content-Type', '开头不是 Content-Type 中的 boundary'],
  form_after_boundary: ['text follows a boundary on its line, or the last boundary', 'boundary 之后有多余的内容'],
  form_parts: ['it has more than {max} parts', '超过 {max} 个部分'],
  form_headers_end: ['the headers of a part have no end or are too long', '某一部分的头没有结束或过长'],
  form_boundary_early: ['a boundary is where a part has not started', '部分尚未开始就出现了 boundary'],
  form_ends: ['it ends inside a part', '在某一部分中间结束'],
};

/** What is wrong with a request before its parameters are read. */
export const requestCauses = {
  ...sentencesOf(http, ['The HTTP request is malformed: {what}.', 'HTTP 请求格式有误：{what}']),
  ...sentencesOf(json, [
    'The request body is not valid JSON: {what} at byte {place}.',
    '请求体不是有效的 JSON：第 {place} 字节，{what}',
  ]),
  ...sentencesOf(form, ['The request body is not a valid form: {what}.', '请求体不是有效的表单：{what}']),
  ...sentencesOf({
    form_texts_too_long: ['The texts of the form are longer than 1 MiB.', '表单的文本超过 1 MiB'],
    json_not_object: ['The request body must be a JSON object, but it is {found}.', '请求体须为 JSON 对象，实际是 {found}'],
    json_empty: ['The request body is empty; send one JSON object.', '请求体为空，请发送一个 JSON 对象'],
    json_member_twice: ['The request body has the member "{name}" twice.', '请求体中的“{name}”出现了两次'],
    json_inner_twice: [
      'An object inside the request body has a member of the same name twice; send it once.',
      '请求体内的某个对象有重名的字段，只能发送一次',
    ],
    json_bytes: ['The request body holds more than {max} bytes besides its long strings.', '除长字符串外，请求体超过 {max} 字节'],
    json_names: ['The request body holds more than {max} names.', '请求体超过 {max} 个名称'],
    json_values: ['The request body holds more than {max} values.', '请求体超过 {max} 个值'],
    json_members: ['The request body has more than {max} members.', '请求体超过 {max} 个字段'],
    json_depth: ['The request body is nested deeper than {max} levels.', '请求体嵌套超过 {max} 层'],
    body_compressed: [
      'The request body must not be compressed. Omit Content-Encoding.',
      '请求体不能压缩，请去掉 Content-Encoding',
    ],
    body_type: ['Send the request body as "Content-Type: {type}".', '请以 Content-Type: {type} 发送请求体'],
    body_charset: [
      'The request body must be encoded as UTF-8: send "charset=utf-8" or no charset.',
      '请求体须为 UTF-8：charset 写 utf-8，或不写',
    ],
    body_larger_than: ['The request body is larger than the {max} accepted here.', '请求体超过上限 {max}'],
    body_cut: ['The request body ended before its announced length.', '请求体比声明的长度短'],
    only_method: ['This address accepts only {method}.', '这个地址只接受 {method}'],
    no_operation: [
      'This operation does not exist. Operations below {base}: {operations}.',
      '没有这个接口；{base} 下的接口：{operations}',
    ],
    not_serving: ['"{provider}" does not serve {endpoint}', '“{provider}”不提供 {endpoint} 接口'],
    internal: ['internal error', '内部错误', 'An internal error occurred'],
    no_database: ['the database does not answer', '数据库没有响应', 'The database did not respond'],
  }),
};
