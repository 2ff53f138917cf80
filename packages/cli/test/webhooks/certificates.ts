/** A certificate and its key, in PEM. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3cQ9oZFce4gH5mhh
Q+Yq7foj0fPSjdO2JbG/F/UKl22hRANCAAQROQISHHyfla0V8swmJm99CzWRDAvP
5cmZx1GA9tbI2Pa8tos4k505Ut1QmqezBC5tLjIdcK8P8D4QO7b4/Z/M
-----END PRIVATE KEY-----
`

/** Self-signed, for selfsigned.auspex.test; valid until 2120, and trusted by nobody. */
export const selfSigned: Identity = {
  key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBeDCCAR2gAwIBAgIBAjAKBggqhkjOPQQDAjAhMR8wHQYDVQQDDBZzZWxmc2ln
bmVkLmF1c3BleC50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAw
WjAhMR8wHQYDVQQDDBZzZWxmc2lnbmVkLmF1c3BleC50ZXN0MFkwEwYHKoZIzj0C
AQYIKoZIzj0DAQcDQgAEETkCEhx8n5WtFfLMJiZvfQs1kQwLz+XJmcdRgPbWyNj2
vLaLOJOdOVLdUJqnswQubS4yHXCvD/A+EDu2+P2fzKNEMEIwIQYDVR0RBBowGIIW
c2VsZnNpZ25lZC5hdXNwZXgudGVzdDAdBgNVHQ4EFgQUhJhNbGV3sqN4Gy+PzX+V
ln06i3cwCgYIKoZIzj0EAwIDSQAwRgIhAJKAhTHriwpa2rIkCoyMTI13YmKqdaeF
OiYnr0xCGUK2AiEAsy7ApcpTmfBVkppiFDyCsq2SFRmc3Mo2kxEz1r9tD/o=
-----END CERTIFICATE-----
`
}

/** Issued for expired.auspex.test by the authority that the tests of egress trust; it was valid on one day of 2020. */
export const expired: Identity = {
  key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBhjCCASugAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAthdXNwZXgu
dGVzdDAeFw0yMDAxMDEwMDAwMDBaFw0yMDAxMDIwMDAwMDBaMB4xHDAaBgNVBAMM
E2V4cGlyZWQuYXVzcGV4LnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQR
OQISHHyfla0V8swmJm99CzWRDAvP5cmZx1GA9tbI2Pa8tos4k505Ut1QmqezBC5t
LjIdcK8P8D4QO7b4/Z/Mo2IwYDAeBgNVHREEFzAVghNleHBpcmVkLmF1c3BleC50
ZXN0MB0GA1UdDgQWBBSEmE1sZXeyo3gbL4/Nf5WWfTqLdzAfBgNVHSMEGDAWgBS8
+jzoO0mcbgGL012btJEMw6/I5jAKBggqhkjOPQQDAgNJADBGAiEAjt6sEOA4L0BT
DNfjRV8Pr6u8C4w1cAcrDNot5G4FoJcCIQCO7Mr5Ea+3gRvQ7LbT54rcxEXE4+DD
kwVvDMRMO6G55A==
-----END CERTIFICATE-----
`
}
