// RUN: weft-opt %s --transform-preload-library="transform-library-paths=%S/Inputs/schedule-products.mlir" --transform-interpreter --weft-sparsifier | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --transform-preload-library="transform-library-paths=%S/Inputs/schedule-products.mlir" --transform-interpreter --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --transform-preload-library="transform-library-paths=%S/Inputs/schedule-products.mlir" --transform-interpreter --weft-sparsifier | env OMP_NUM_THREADS=3 %weft_run | FileCheck %s --match-full-lines

// Each operation has a schedule of its own, which a script gives to operations
// by their name or an attribute.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @scale(%x: tensor<4xf64>) -> tensor<4xf64> {
  %two = arith.constant 2.0 : f64
  %empty = tensor.empty() : tensor<4xf64>
  %y = linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  }
    ins(%x : tensor<4xf64>)
    outs(%empty : tensor<4xf64>) attrs = {large} {
  ^bb0(%a: f64, %o: f64):
    %p = arith.mulf %a, %two : f64
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// CHECK: ( 22, 36, 56, 96 )
// CHECK: ( 11, 18, 28, 48 )
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %positions = arith.constant dense<[0, 2, 3, 5, 7]> : tensor<5xindex>
  %coordinates = arith.constant dense<[0, 4, 5, 1, 3, 0, 5]> : tensor<7xindex>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xf64>
  %A = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<5xindex>, tensor<7xindex>), tensor<7xf64> to tensor<4x6xf64, #CSR>
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %empty = tensor.empty() : tensor<4xf64>
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
  %y = linalg.matvec ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%init : tensor<4xf64>) -> tensor<4xf64>
  %z = call @scale(%y) : (tensor<4xf64>) -> tensor<4xf64>
  %v = vector.transfer_read %z[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  %w = vector.transfer_read %y[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %w : vector<4xf64>
  return
}
