// The side of runtime-library.mlir that upstream's sparsifier lowers, with its
// runtime library. A stored tensor is a pointer in functions of such a module.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @make_matrix() -> tensor<3x4xf64, #CSR> {
  %D = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 4.0]]> : tensor<3x4xf64>
  %A = sparse_tensor.convert %D : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  return %A : tensor<3x4xf64, #CSR>
}

func.func @free_matrix(%A: tensor<3x4xf64, #CSR>) {
  bufferization.dealloc_tensor %A : tensor<3x4xf64, #CSR>
  return
}

// Sums of rows of a matrix that is handed in as its arrays.
func.func @sum_rows(%pos_m: memref<4xindex>, %crd_m: memref<?xindex>, %val_m: memref<?xf64>, %y_m: memref<3xf64>) {
  %pos = bufferization.to_tensor %pos_m restrict : memref<4xindex> to tensor<4xindex>
  %crd = bufferization.to_tensor %crd_m restrict : memref<?xindex> to tensor<?xindex>
  %val = bufferization.to_tensor %val_m restrict : memref<?xf64> to tensor<?xf64>
  %B = sparse_tensor.assemble (%pos, %crd), %val : (tensor<4xindex>, tensor<?xindex>), tensor<?xf64> to tensor<3x3xf64, #CSR>
  %zero = arith.constant 0.0 : f64
  %y0 = bufferization.to_tensor %y_m restrict writable : memref<3xf64> to tensor<3xf64>
  %y1 = linalg.fill ins(%zero : f64) outs(%y0 : tensor<3xf64>) -> tensor<3xf64>
  %y = linalg.reduce ins(%B : tensor<3x3xf64, #CSR>) outs(%y1 : tensor<3xf64>) dimensions = [1]
    (%b: f64, %s: f64) {
      %t = arith.addf %s, %b : f64
      linalg.yield %t : f64
    }
  bufferization.materialize_in_destination %y in writable %y_m : (tensor<3xf64>, memref<3xf64>) -> ()
  bufferization.dealloc_tensor %B : tensor<3x3xf64, #CSR>
  return
}
