// Sending a file: with how far it has come, which fetch does not tell.
import { ApiError, csrfToken, refusalOf } from "./api";

export function upload<T>(path: string, file: Blob, progress: (share: number) => void): Promise<T> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api${path}`);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("x-csrftoken", csrfToken());
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) progress(event.loaded / event.total);
    };
    request.onerror = () => fail(new ApiError(0, "The server cannot be reached, or it refused so much at once."));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) done(JSON.parse(request.responseText) as T);
      else fail(refusalOf(request.status, request.responseText));
    };
    request.send(file);
  });
}
