// RUN: weft-opt %s --print-concrete-notation | FileCheck %s

// Every statement of thesis figure 4-11, and the text of expressions.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK: {{^}}∀i (y(i) = t where ∀j t += A(i,j) * x(j)){{$}}
func.func @where(%A: tensor<?x?xf64, #CSR> {weft.name = "A"},
                 %x: tensor<?xf64> {weft.name = "x"}, %out: tensor<?xf64>,
                 %m: index, %n: index)
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = cin.kernel ins(%A, %x) outs(%out) extents(%m, %n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %b: !cin.ref<tensor<?xf64>>,
       %c: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<f64> producer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.ref<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %t[] arith.addf %2 : !cin.ref<tensor<f64>>
        }
      } consumer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %0 = cin.access %t[] : !cin.ref<tensor<f64>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// A workspace must not be taken for the tensor of its name. A forall on the
// left of `where` would extend over it.
// CHECK-NEXT: {{^}}(∀i y(i) = w1(i)) where ∀k w1(k) max= -w(k){{$}}
func.func @tensor_workspace(%w: tensor<?xf64> {weft.name = "w"},
                            %out: tensor<?xf64>, %n: index)
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = cin.kernel ins(%w) outs(%out) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %en: index):
    cin.where "w" (%en) : tensor<?xf64> producer {
    ^bb0(%t: !cin.ref<tensor<?xf64>>):
      cin.forall "k" to %en {
      ^bb0(%k: !cin.index):
        %0 = cin.access %b[%k] : !cin.ref<tensor<?xf64>>
        %1 = arith.negf %0 : f64
        cin.assign %t[%k] arith.maximumf %1 : !cin.ref<tensor<?xf64>>
      }
    } consumer {
    ^bb0(%t: !cin.ref<tensor<?xf64>>):
      cin.forall "i" to %en {
      ^bb0(%i: !cin.index):
        %0 = cin.access %t[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// CHECK-NEXT: {{^}}∀i (T3(i) = 0; (T3(i) += T0(i) | s += T0(i))){{$}}
func.func @sequence_and_multi(%x: tensor<?xf64>, %out: tensor<?xf64>,
                              %sum: tensor<f64>, %n: index)
    -> (tensor<?xf64>, tensor<f64> {weft.name = "s"}) {
  %y, %s = cin.kernel ins(%x) outs(%out, %sum) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>,
       %d: !cin.ref<tensor<f64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      cin.sequence {
        %zero = arith.constant 0.0 : f64
        cin.assign %c[%i] = %zero : !cin.ref<tensor<?xf64>>
      } then {
        cin.multi {
          %0 = cin.access %b[%i] : !cin.ref<tensor<?xf64>>
          cin.assign %c[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        } and {
          %0 = cin.access %b[%i] : !cin.ref<tensor<?xf64>>
          cin.assign %d[] arith.addf %0 : !cin.ref<tensor<f64>>
        }
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>, tensor<f64>) -> (tensor<?xf64>, tensor<f64>)
  return %y, %s : tensor<?xf64>, tensor<f64>
}

// Operators keep their grouping. Literals and the numbers of index variables.
// CHECK-NEXT: {{^}}∀i y(i) = (x(i) - (x(3) - 0.1) * -2) / select(i == 4, max(x(i), inf), sqrt(abs(x(i)))){{$}}
// CHECK-NEXT: {{^}}∀i y(i) = x(i) + (x(i) + 1) + f64(x(i) < -x(i)){{$}}
// CHECK-NEXT: {{^}}∀i y(i) = max(y(i), abs(x(i))){{$}}
// CHECK-NEXT: {{^}}∀i z(i) *= (1 - 2i){{$}}
func.func @expressions(%x: tensor<?xf64> {weft.name = "x"}, %out: tensor<?xf64>,
                       %zout: tensor<?xcomplex<f64>>, %n: index)
    -> (tensor<?xf64> {weft.name = "y"}, tensor<?xf64> {weft.name = "y"},
        tensor<?xf64> {weft.name = "y"},
        tensor<?xcomplex<f64>> {weft.name = "z"}) {
  %y0 = cin.kernel ins(%x) outs(%out) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %en: index):
    %three = cin.literal 3
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %b[%i] : !cin.ref<tensor<?xf64>>
      %1 = cin.access %b[%three] : !cin.ref<tensor<?xf64>>
      %tenth = arith.constant 0.1 : f64
      %2 = arith.subf %1, %tenth : f64
      %minus_two = arith.constant -2.0 : f64
      %3 = arith.mulf %2, %minus_two : f64
      %4 = arith.subf %0, %3 : f64
      %v = cin.value %i
      %four = arith.constant 4 : index
      %5 = arith.cmpi eq, %v, %four : index
      %inf = arith.constant 0x7FF0000000000000 : f64
      %6 = arith.maximumf %0, %inf : f64
      %7 = math.absf %0 : f64
      %8 = math.sqrt %7 : f64
      %9 = arith.select %5, %6, %8 : f64
      %10 = arith.divf %4, %9 : f64
      cin.assign %c[%i] = %10 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %y1 = cin.kernel ins(%x) outs(%out) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %b[%i] : !cin.ref<tensor<?xf64>>
      %one = arith.constant 1.0 : f64
      %1 = arith.addf %0, %one : f64
      %2 = arith.addf %0, %1 : f64
      %3 = arith.negf %0 : f64
      %4 = arith.cmpf olt, %0, %3 : f64
      %5 = arith.uitofp %4 : i1 to f64
      %6 = arith.addf %2, %5 : f64
      cin.assign %c[%i] = %6 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %y2 = cin.kernel ins(%x) outs(%out) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %b[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %c[%i] {
      ^bb0(%acc: f64, %value: f64):
        %1 = math.absf %value : f64
        %2 = arith.maximumf %acc, %1 : f64
        cin.yield %2 : f64
      } %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %z = cin.kernel outs(%zout) extents(%n) {
  ^bb0(%c: !cin.ref<tensor<?xcomplex<f64>>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = complex.constant [1.0, -2.0] : complex<f64>
      cin.assign %c[%i] complex.mul %0 : !cin.ref<tensor<?xcomplex<f64>>>
    }
  } : (tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>>
  return %y0, %y1, %y2, %z : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xcomplex<f64>>
}

// Relations and tags.
// CHECK-NEXT: {{^}}∀i0 ∀i1 y(i) = x(i) : i -split(down,32)-> i0 i1, parallelize(i0, cpu_thread, no_races), unroll(i1, 4){{$}}
// CHECK-NEXT: {{^}}∀p s += A(i,j) : f -pos(A)-> p, i j -collapse-> f, merge(p, gallop){{$}}
func.func @environment(%x: tensor<?xf64> {weft.name = "x"},
                       %A: tensor<?x?xf64, #CSR> {weft.name = "A"},
                       %out: tensor<?xf64>, %sum: tensor<f64>, %m: index,
                       %n: index)
    -> (tensor<?xf64> {weft.name = "y"}, tensor<f64> {weft.name = "s"}) {
  %y = cin.kernel ins(%x) outs(%out) extents(%m, %n) {
  ^bb0(%b: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index,
       %en: index):
    cin.forall "i0" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %em unroll 4 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 32 of %en
        cin.guard %i
        %0 = cin.access %b[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %s = cin.kernel ins(%A) outs(%sum) extents(%m, %n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %c: !cin.ref<tensor<f64>>,
       %em: index, %en: index):
    cin.forall "p" merge(gallop) {
    ^bb0(%p: !cin.index):
      %f = cin.position "f" %p of %a levels [0, 1] under () : !cin.ref<tensor<?x?xf64, #CSR>>
      cin.guard %f
      %i, %j = cin.collapse "i" "j" %f of %em, %en
      cin.guard %i, %j
      %0 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
      cin.assign %c[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?x?xf64, #CSR>, tensor<f64>) -> tensor<f64>
  return %y, %s : tensor<?xf64>, tensor<f64>
}
