// RUN: weft-opt %s --weft-sparsifier="schedule='parallelize(d0,CPUThread,NoRaces)'" | env OMP_NUM_THREADS=1 %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier="schedule='parallelize(d0,CPUThread,NoRaces)'" | env OMP_NUM_THREADS=3 %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier="schedule='split(d0,i0,i1,2),parallelize(i0,CPUThread,NoRaces)'" | env OMP_NUM_THREADS=1 %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier="schedule='split(d0,i0,i1,2),parallelize(i0,CPUThread,NoRaces)'" | env OMP_NUM_THREADS=3 %weft_run | FileCheck %s --match-full-lines

// The rows of a product run on threads, as the schedule says.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @matvec(%A: tensor<4x6xf64, #CSR>, %x: tensor<6xf64>) -> tensor<4xf64> {
  %empty = tensor.empty() : tensor<4xf64>
  %init = arith.constant 0.0 : f64
  %out = linalg.fill ins(%init : f64) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<6xf64>)
    outs(%out : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK: ( 11, 18, 28, 48 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %positions = arith.constant dense<[0, 2, 3, 5, 7]> : tensor<5xindex>
  %coordinates = arith.constant dense<[0, 4, 5, 1, 3, 0, 5]> : tensor<7xindex>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xf64>
  %A = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<5xindex>, tensor<7xindex>), tensor<7xf64> to tensor<4x6xf64, #CSR>
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %r = call @matvec(%A, %x) : (tensor<4x6xf64, #CSR>, tensor<6xf64>) -> tensor<4xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<4xf64>, vector<4xf64>
  vector.print %r_v : vector<4xf64>
  return
}
