// RUN: weft-opt %s -split-input-file -verify-diagnostics --convert-tin-to-cin

// What encodings of the sparse_tensor dialect say that no format does.

#Batch = #sparse_tensor.encoding<{map = (b, i, j) -> (b : batch, i : dense, j : compressed)}>
func.func @refused(%A: tensor<?x?x?xf64, #Batch>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.addf (%i, %j, %k) {
      // expected-error-re @+1 {{expected a tensor with a level format, got {{.*}}: a batch level has no counterpart; a format stores batches in (b, i, j) -> (b : dense, i : dense, j : batched)}}
      %a = tin.access %A[%i, %j, %k] : tensor<?x?x?xf64, #Batch>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}
