// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Operators of the module are applied in regions. Where annihilators are
// declared, the intersection of the operands is iterated over.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

algebra.operator @clip(%x: f64 {algebra.annihilator = 0.0 : f64},
                       %y: f64 {algebra.annihilator = 0.0 : f64}) -> f64
    attributes {commutative} {
  %one = arith.constant 1.0 : f64
  %p = arith.mulf %x, %y : f64
  %r = arith.minimumf %p, %one : f64
  algebra.yield %r : f64
}

algebra.operator @plus(%x: f64, %y: f64) -> f64
    attributes {associative, commutative, identity = 0.0 : f64} {
  %s = arith.addf %x, %y : f64
  algebra.yield %s : f64
}

func.func @clip_both(%a: tensor<4xf64, #SV>, %b: tensor<4xf64, #SV>) -> tensor<4xf64, #SV> {
  %e = tensor.empty() : tensor<4xf64, #SV>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%a, %b : tensor<4xf64, #SV>, tensor<4xf64, #SV>) outs(%e : tensor<4xf64, #SV>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %c = algebra.apply @clip(%x, %y) : (f64, f64) -> f64
    linalg.yield %c : f64
  } -> tensor<4xf64, #SV>
  return %r : tensor<4xf64, #SV>
}

func.func @total(%a: tensor<4xf64, #SV>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %init = tensor.from_elements %zero : tensor<f64>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"]
  } ins(%a : tensor<4xf64, #SV>) outs(%init : tensor<f64>) {
  ^bb0(%x: f64, %o: f64):
    %s = sparse_tensor.reduce %o, %x, %zero : f64 {
    ^bb0(%p: f64, %q: f64):
      %c = algebra.apply @plus(%p, %q) : (f64, f64) -> f64
      sparse_tensor.yield %c : f64
    }
    linalg.yield %s : f64
  } -> tensor<f64>
  %v = tensor.extract %r[] : tensor<f64>
  return %v : f64
}

// CHECK: crd[0] : ( 2, 3 )
// CHECK-NEXT: values : ( 0.25, 1 )
// CHECK: 4.5
func.func @main() {
  %x = arith.constant dense<[1.0, 0.0, 0.5, 3.0]> : tensor<4xf64>
  %a = sparse_tensor.convert %x : tensor<4xf64> to tensor<4xf64, #SV>
  %y = arith.constant dense<[0.0, 4.0, 0.5, 2.0]> : tensor<4xf64>
  %b = sparse_tensor.convert %y : tensor<4xf64> to tensor<4xf64, #SV>
  %r = call @clip_both(%a, %b) : (tensor<4xf64, #SV>, tensor<4xf64, #SV>) -> tensor<4xf64, #SV>
  sparse_tensor.print %r : tensor<4xf64, #SV>
  %t = call @total(%a) : (tensor<4xf64, #SV>) -> f64
  vector.print %t : f64
  return
}
