// RUN: weft-opt %s --convert-tin-to-cin --print-explanation=html -o %t | FileCheck %s
// RUN: weft-opt %s --convert-tin-to-cin --convert-cin-to-lattice --print-explanation=html -o %t | FileCheck %s --check-prefix=LATTICE

// One page with all that the text says. Names from the IR may have any bytes
// and are text, wherever they stand.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK: <!DOCTYPE html>
// CHECK-NEXT: <html lang="en">
// CHECK: default-src 'none'
// CHECK: <title>Kernel</title>
// CHECK: <button type="button" class="chip" aria-pressed="false" data-n="&lt;/script&gt;&lt;b&gt;">&lt;/script&gt;&lt;b&gt;</button>
// CHECK: <h2>Kernel</h2>

// CHECK: <h3>Iteration graph</h3>
// CHECK-NEXT: <figure tabindex="0" aria-label="Iteration graph">
// CHECK-NEXT: <svg role="img" aria-labelledby="t[[ID:[0-9]+]] d[[ID]]"
// CHECK-NEXT: <title id="t[[ID]]">Iteration graph</title>
// CHECK-NEXT: <desc id="d[[ID]]">
// CHECK: class="tensor">A&amp;&quot;&apos;{202E}{1}{FF}</text>
// CHECK: <g class="box" data-n="&lt;/script&gt;&lt;b&gt;">
// CHECK: <h3>Loop order</h3>
// CHECK: &lt;/script&gt;&lt;b&gt; outside of <span class="n" data-n="j">j</span>: A&amp;&quot;&apos;{202E}{1}{FF} stores &lt;/script&gt;&lt;b&gt; above <span class="n" data-n="j">j</span>
// CHECK: <h2>Levels</h2>
// CHECK: <pre class="code"
// CHECK-NOT: <b>
// CHECK: </html>

// LATTICE: <h2>Lattices</h2>
// LATTICE: <li>all are exact: each point has a loop and a region</li>
// LATTICE: <h3>&lt;/script&gt;&lt;b&gt;</h3>
// LATTICE-NEXT: <figure tabindex="0" aria-label="Lattice of &lt;/script&gt;&lt;b&gt;">
// LATTICE: class="mid">{U | A________1}</text>
// LATTICE: <div class="nested">
// LATTICE: <h3><span class="n" data-n="j">j</span>, in &lt;/script&gt;&lt;b&gt; {U | {{.*}}}</h3>
// LATTICE: <h2>Cost</h2>
// LATTICE: <th scope="col">
// LATTICE: <tr><td style="padding-left:2ch">

func.func @page(%A: tensor<?x?xf64, #CSR> {weft.name = "A&\22'\E2\80\AE\01\FF"})
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "</script><b>") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
