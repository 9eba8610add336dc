// RUN: weft-opt %s --print-iteration-graphs=dot | FileCheck %s

// The drawing of figure 3-11 with B in the other order, so that its paths run
// against the nesting of the variables.

#DCSC = #level.format<(i, j) -> (j : compressed, i : compressed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK: {{^}}digraph iteration_graph {
// CHECK-NEXT:   ordering=out;
// CHECK-NEXT:   node [shape=circle];
// CHECK-NEXT:   v0 [label="i\nB2 ∩ U ∩ B2_2"];
// CHECK-NEXT:   v1 [label="j\nB1 ∩ c1"];
// CHECK-NEXT:   v2 [label="k\nB1 ∩ \"d\"1"];
// CHECK-NEXT:   v0 -> v1 [style=dotted, color=gray, arrowhead=none, weight=10];
// CHECK-NEXT:   v0 -> v2 [style=dotted, color=gray, arrowhead=none, weight=10];
// CHECK-NEXT:   t0 [shape=plaintext, fontcolor="#1f77b4", label="B"];
// CHECK-NEXT:   t0 -> v1 [label="B1", color="#1f77b4"];
// CHECK-NEXT:   v1 -> v0 [label="B2", color="#1f77b4", constraint=false];
// CHECK-NEXT:   t1 [shape=plaintext, fontcolor="#d62728", label="c"];
// CHECK-NEXT:   t1 -> v1 [label="c1", color="#d62728"];
// CHECK-NEXT:   t2 [shape=plaintext, fontcolor="#2ca02c", label="B"];
// CHECK-NEXT:   t2 -> v2 [label="B1", color="#2ca02c"];
// CHECK-NEXT:   v2 -> v0 [label="B2", color="#2ca02c", constraint=false];
// CHECK-NEXT:   t3 [shape=plaintext, fontcolor="#9467bd", label="\"d\""];
// CHECK-NEXT:   t3 -> v2 [label="\"d\"1", color="#9467bd"];
// CHECK-NEXT: {{^}}}
func.func @branches(%B: tensor<?x?xf64, #DCSC> {weft.name = "B"},
                    %c: tensor<?xf64, #Sparse> {weft.name = "c"},
                    %d: tensor<?xf64, #Sparse> {weft.name = "\"d\""},
                    %out: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %a = cin.kernel ins(%B, %c, %d) outs(%out) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<?x?xf64, #DCSC>>, %cr: !cin.ref<tensor<?xf64, #Sparse>>,
       %dr: !cin.ref<tensor<?xf64, #Sparse>>, %o: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      cin.where "s" () : tensor<f64> producer {
      ^bb0(%s: !cin.ref<tensor<f64>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %b[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSC>>
          %1 = cin.access %cr[%j] : !cin.ref<tensor<?xf64, #Sparse>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %s[] arith.addf %2 : !cin.ref<tensor<f64>>
        }
      } consumer {
      ^bb0(%s: !cin.ref<tensor<f64>>):
        cin.where "t" () : tensor<f64> producer {
        ^bb0(%t: !cin.ref<tensor<f64>>):
          cin.forall "k" to %en {
          ^bb0(%k: !cin.index):
            %0 = cin.access %b[%i, %k] : !cin.ref<tensor<?x?xf64, #DCSC>>
            %1 = cin.access %dr[%k] : !cin.ref<tensor<?xf64, #Sparse>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %t[] arith.addf %2 : !cin.ref<tensor<f64>>
          }
        } consumer {
        ^bb0(%t: !cin.ref<tensor<f64>>):
          %0 = cin.access %s[] : !cin.ref<tensor<f64>>
          %1 = cin.access %t[] : !cin.ref<tensor<f64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %o[%i] = %2 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #DCSC>, tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %a : tensor<?xf64>
}
