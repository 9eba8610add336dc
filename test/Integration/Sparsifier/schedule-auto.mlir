// RUN: weft-opt %s --weft-sparsifier="schedule=auto num-threads=8" | env OMP_NUM_THREADS=1 %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier="schedule=auto num-threads=8" | env OMP_NUM_THREADS=3 %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --pass-pipeline="builtin.module(convert-sparse-tensor-to-tin,convert-linalg-to-tin,convert-sparse-tensor-to-level,weft-outline-kernels,builtin.module(weft-lower-tin-to-cin{schedule=auto num-threads=8}))" | FileCheck %s --check-prefix=LOOPS

// The statistics of an argument choose the schedule of the kernel that reads
// it. They say that one row has most of the entries.
// LOOPS: weft.schedule = [{{.*}}"fuse(d0,d1,

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @matvec(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=200000x200000;entries=4000000;squares=9000000000000x80000000"},
                  %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
                     outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK: ( 11, 18, 28, 48 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %positions = arith.constant dense<[0, 2, 3, 5, 7]> : tensor<5xindex>
  %coordinates = arith.constant dense<[0, 4, 5, 1, 3, 0, 5]> : tensor<7xindex>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xf64>
  %A = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<5xindex>, tensor<7xindex>), tensor<7xf64> to tensor<4x6xf64, #CSR>
  %B = tensor.cast %A : tensor<4x6xf64, #CSR> to tensor<?x?xf64, #CSR>
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %u = tensor.cast %x : tensor<6xf64> to tensor<?xf64>
  %zeros = arith.constant dense<0.0> : tensor<4xf64>
  %y = tensor.cast %zeros : tensor<4xf64> to tensor<?xf64>
  %r = call @matvec(%B, %u, %y) : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<?xf64>, vector<4xf64>
  vector.print %r_v : vector<4xf64>
  return
}
