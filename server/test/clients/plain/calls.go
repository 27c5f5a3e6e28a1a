// The HTTP client of Go itself, as it is.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func call(address, key, body string) (status int, received []byte, fault string) {
	request, err := http.NewRequest("POST", address, strings.NewReader(body))
	if err != nil {
		return 0, nil, err.Error()
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err.Error()
	}
	defer answer.Body.Close()
	received, err = io.ReadAll(answer.Body)
	if err != nil {
		fault = err.Error()
	}
	return answer.StatusCode, received, fault
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Scan()
	base, key, _ := strings.Cut(input.Text(), "\t")
	for input.Scan() {
		parts := strings.Split(input.Text(), "\t")
		status, received, fault := call(base+parts[1], key, parts[2])
		fmt.Printf("%s\t%d\t%s\t%s\n", parts[0], status, hex.EncodeToString(received), strings.Join(strings.Fields(fault), " "))
	}
}
